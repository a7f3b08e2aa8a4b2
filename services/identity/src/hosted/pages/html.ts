/** HTML as a tagged template: every value is escaped unless it is itself the result of `html`. */
import { escapeHtml } from '@site/platform/html';

export class Html {
  constructor(private readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

type Value = string | number | Html | readonly Html[] | null | undefined | false;

export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  const text = parts.reduce((done, part, index) => done + render(values[index - 1]) + part);
  return new Html(text);
}

/** Marks text that we wrote ourselves, such as a picture drawn by a library, as HTML. Never for anything that a person typed. */
export const trusted = (text: string): Html => new Html(text);

function render(value: Value): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.toString();
  if (typeof value === 'object') return value.join('');
  return escapeHtml(String(value));
}
