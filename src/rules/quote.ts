/** How an error line quotes what it complains about: short and printable, whatever the text holds. */

const LONGEST = 32;

/** The text in double quotes, cut after 32 characters, with `?` for everything that is not printable. */
export function quote(text: string): string {
  const characters = Array.from(text.slice(0, 2 * LONGEST + 2));
  const shown = characters.slice(0, LONGEST).join('');
  const printable = shown.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '?');
  return `"${printable}${characters.length > LONGEST ? '…' : ''}"`;
}
