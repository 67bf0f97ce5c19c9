/** The generator's default theme, and a recording of the demo on the first page. */

import DefaultTheme from "vitepress/theme";
import { h } from "vue";
import DemoRecording from "./demo-recording.vue";
import "./style.css";

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { "home-hero-after": () => h(DemoRecording) }),
};
