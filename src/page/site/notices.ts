/** Short messages at the edge of the page: news that go by themselves, faults that stay until they are read. */
import type { Notice } from './app.ts';
import { button, h } from './dom.ts';

const NEWS_MS = 7000;

export interface Notices {
  show(notice: Notice): void;
  clear(): void;
}

export function createNotices(place: HTMLElement): Notices {
  function show({ text, kind, action }: Notice): void {
    // One at a time: the newest is what matters.
    place.replaceChildren();
    const close = (): void => element.remove();
    const element = h(
      'div',
      { class: `notice ${kind}`, role: kind === 'fault' ? 'alert' : 'status' },
      h('p', {}, text),
      action === undefined
        ? undefined
        : button(action.label, () => {
            close();
            action.run();
          }),
      button('✕', close, { class: 'quiet', 'aria-label': 'Close the message' }),
    );
    place.append(element);
    if (kind === 'news') setTimeout(close, NEWS_MS);
  }

  return { show, clear: () => place.replaceChildren() };
}
