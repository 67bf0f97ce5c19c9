/** Makes Markdown harmless that someone else has written: its layout stays, nothing in it acts. Pure. */

/** Tags that only lay out; `trueup` writes no others. */
const layout = /<(?!\/?(?:details|summary|b|code)>|br ?\/?>)/g;

/** A link from code, as `trueup` writes it to lines of files: the code stays. */
const lineLink = /\[(`[^`\n]{1,500}`)\]\(https?:\/\/[^\s()]{1,2000}\)/g;

/**
 * The Markdown with a space of no width in all that could act: HTML that does more than lay out, links, images,
 * mentions, references, and lines that GitLab would obey. Plans that `trueup` has written keep their form.
 */
export function untrusted(markdown: string): string {
  return markdown
    .replace(lineLink, "$1")
    .replace(layout, "<\u200b")
    .replace(/\](?=[([:])/g, "]\u200b")
    .replace(/[@#](?=[\w-])/g, "$&\u200b")
    .replace(/&(?=commat;|num;|fjlig;)/g, "&\u200b")
    .replace(/^((?:[^\S\r\n\u2028\u2029]|>)*)(?=\/[a-z])/gim, "$1\u200b")
    .replace(/:(?=\/\/)/g, ":\u200b")
    .replace(/\b(?:www(?=\.)|GH(?=-\d))/gi, "$&\u200b");
}
