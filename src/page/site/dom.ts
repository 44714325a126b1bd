/** Elements made and filled without a framework. */

export type Child = Node | string | undefined;

type Attributes = Record<string, string | number | boolean | undefined>;

/** An element with its attributes and children; `true` is an attribute without a value, `false` none at all. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  fill(element, ...children);
  return element;
}

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  setAttributes(element, attributes);
  fill(element, ...children);
  return element;
}

export function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
}

/** Puts the children in place of what was there. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren(...children.filter((child) => child !== undefined));
}

export function button(label: Child, onClick: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const element = h('button', { type: 'button', ...attributes }, label);
  element.addEventListener('click', onClick);
  return element;
}

/** A control with its label around it. */
export function labelled(text: string, control: HTMLElement, attributes: Attributes = {}): HTMLLabelElement {
  return h('label', { class: 'field', ...attributes }, h('span', {}, text), control);
}

export function select(
  options: readonly (readonly [value: string, text: string])[],
  value: string,
  onChange: (value: string) => void,
  attributes: Attributes = {},
): HTMLSelectElement {
  const element = h(
    'select',
    attributes,
    ...options.map(([option, text]) => h('option', { value: option, selected: option === value }, text)),
  );
  element.addEventListener('change', () => onChange(element.value));
  return element;
}

/** A set of values of which one is chosen, as a row of radio buttons. */
export function segments(
  name: string,
  legend: string,
  options: readonly (readonly [value: string, text: string])[],
  value: string,
  onChange: (value: string) => void,
): HTMLFieldSetElement {
  return h(
    'fieldset',
    { class: 'segments' },
    h('legend', {}, legend),
    ...options.map(([option, text]) => {
      const input = h('input', { type: 'radio', name, value: option, checked: option === value });
      input.addEventListener('change', () => onChange(option));
      return h('label', {}, input, h('span', {}, text));
    }),
  );
}

/** The element of the page with this id. */
export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`no element ${id}`);
  return element;
}

/** Runs `work` once before the next picture is drawn, however often it is asked for. */
export function oncePerFrame(work: () => void): () => void {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    const run = (): void => {
      if (!asked) return;
      asked = false;
      work();
    };
    requestAnimationFrame(run);
    // A page in the background draws nothing.
    if (document.hidden) setTimeout(run, 100);
  };
}

const ICONS = {
  start: 'M5 4v16M19 5l-10 7 10 7Z',
  back: 'M16 5l-9 7 9 7Z',
  on: 'M8 5l9 7-9 7Z',
  end: 'M19 4v16M5 5l10 7-10 7Z',
  flip: 'M8 4v15M4 8l4-4 4 4M16 20V5M12 16l4 4 4-4',
} as const;

export function icon(name: keyof typeof ICONS): SVGSVGElement {
  return svg(
    'svg',
    { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    svg('path', { d: ICONS[name] }),
  );
}
