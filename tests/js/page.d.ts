// For `make check`: what the checker cannot know of the page. Elements are found by the names that the templates give them,
// so what kind of element comes is the markup's business. Events carry what the page's own classes give them.

interface Element {
  [of_the_markup: string]: any;
}

interface EventTarget {
  closest?: any;
  matches?: any;
  readonly dataset: DOMStringMap;
  value?: any;
}

interface Event {
  detail?: any;
}

interface Navigator {
  connection?: { saveData: boolean };
}

declare module "*/lean-qr/index.mjs" {
  export const generate: (text: string, options: object) => any;
}
