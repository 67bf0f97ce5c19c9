/** What to do when a device says that its configuration would contradict itself, by whichever interface. */

/** `data-missing`: something that the write refers to, or stands in, is not on the device. */
export const dataMissing =
  "What it refers to, or its parent, is not on the device: declare that too. If this plan creates it, apply again.";

/** `data-exists`: what is to be made is there already, in a place that nobody declares. */
export const dataExists =
  "The device has that already, in another place: remove it there, or declare that place.";
