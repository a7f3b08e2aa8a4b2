import { describe, expect, it } from '@jest/globals';
import { html, trusted } from './html';

describe('html templates', () => {
  it('escape what people typed, in text and in attributes', () => {
    const typed = `"><script>alert('x') & more</script>`;
    expect(html`<input value="${typed}">`.toString()).toBe('<input value="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;) &amp; more&lt;/script&gt;">');
  });

  it('keep nested templates and lists of them as they are', () => {
    expect(html`<ul>${['a', '<b>'].map((item) => html`<li>${item}</li>`)}</ul>`.toString()).toBe('<ul><li>a</li><li>&lt;b&gt;</li></ul>');
    expect(html`${trusted('<svg></svg>')}`.toString()).toBe('<svg></svg>');
  });

  it('leave nothing where there is nothing to say', () => {
    expect(html`[${null}${undefined}${false}${0}]`.toString()).toBe('[0]');
  });
});
