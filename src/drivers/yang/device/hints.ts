/** What to do when a device says that its configuration would contradict itself, by whichever interface. */

/** `data-missing`: something that the write refers to, or stands in, is not on the device. */
export const dataMissing = "What it refers to, or its parent, is not on the device: declare that too.";

/** `must-violation`: a condition of the device's modules over several parts of its configuration. */
export const conditionUnmet =
  "The device's modules have a condition there: change desired state so that it is met.";

/** `data-exists`: what is to be made is there already, in a place that nobody declares. */
export const dataExists =
  "The device has that already, in another place: remove it there, or declare that place.";
