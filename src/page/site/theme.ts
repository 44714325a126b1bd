/** Light or dark: as the system says, unless the switch says something else. */
import type { Theme } from './saved.ts';

const NEXT = { auto: 'light', light: 'dark', dark: 'auto' } as const;
const FACES = { auto: '◐', light: '☀', dark: '☾' } as const;
const NAMES = { auto: 'as the system', light: 'light', dark: 'dark' } as const;

export function createThemeSwitch(
  element: HTMLElement,
  initial: Theme,
  onChange: (theme: Theme) => void,
): void {
  let theme = initial;

  function apply(): void {
    document.documentElement.dataset.theme = theme;
    element.textContent = FACES[theme];
    element.setAttribute('aria-label', `Colours: ${NAMES[theme]}`);
    element.title = `Colours: ${NAMES[theme]}`;
  }

  element.addEventListener('click', () => {
    theme = NEXT[theme];
    apply();
    onChange(theme);
  });
  apply();
}
