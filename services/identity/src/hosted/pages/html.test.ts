import { describe, expect, it } from '@jest/globals';
import { html, trusted } from './html';

/** Under another name the formatter leaves the templates as they are written, to the letter. */
const markup = html;

describe('html templates', () => {
  it('escape what people typed, in text and in attributes', () => {
    const typed = `"><script>alert('x') & more</script>`;
    expect(markup`<p title="${typed}">${typed}</p>`.toString()).toBe(
      '<p title="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;) &amp; more&lt;/script&gt;">&quot;&gt;&lt;script&gt;alert(&#39;x&#39;) &amp; more&lt;/script&gt;</p>',
    );
  });

  it('keep nested templates and lists of them as they are', () => {
    const items = ['a', '<b>'].map((item) => markup`<li>${item}</li>`);
    expect(markup`<ul>${items}</ul>`.toString()).toBe('<ul><li>a</li><li>&lt;b&gt;</li></ul>');
    expect(markup`${trusted('<svg></svg>')}`.toString()).toBe('<svg></svg>');
  });

  it('leave nothing where there is nothing to say', () => {
    expect(markup`[${null}${undefined}${false}${0}]`.toString()).toBe('[0]');
  });
});
