import { describe, expect, test } from '@jest/globals';
import { palettes, surfaceRoles } from './colors';

type Tone = 'plain' | 'contrast';

/** Relative luminance of a `#rrggbb` colour, by WCAG 2. */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function ratio(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

test('the ratio is that of WCAG', () => {
  expect(ratio('#ffffff', '#000000')).toBeCloseTo(21);
  expect(ratio('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

describe.each<Tone>(['plain', 'contrast'])('in a %s section', (tone) => {
  const { bg, fg, border, focusRing } = surfaceRoles;
  const surfaces = [bg.DEFAULT, bg.subtle, bg.muted, bg.panel].map((role) => role[tone]);

  test.each([...surfaces])('text is readable on %s', (surface) => {
    for (const text of [fg.DEFAULT, fg.muted]) expect(ratio(text[tone], surface)).toBeGreaterThanOrEqual(4.5);
  });

  test.each([bg.DEFAULT, bg.subtle, bg.panel].map((role) => role[tone]))(
    'quiet text and the frames of controls are visible on %s',
    (surface) => {
      expect(ratio(fg.subtle[tone], surface)).toBeGreaterThanOrEqual(4.5);
      expect(ratio(border.emphasized[tone], surface)).toBeGreaterThanOrEqual(3);
    },
  );

  test('the focus ring stands out from the page', () => {
    for (const surface of surfaces) expect(ratio(focusRing[tone], surface)).toBeGreaterThanOrEqual(3);
  });

  describe.each(Object.entries(palettes))('palette %s', (_name, palette) => {
    test('text is readable on the page and on the tints of the palette', () => {
      for (const surface of [...surfaces, palette.subtle[tone]]) expect(ratio(palette.fg[tone], surface)).toBeGreaterThanOrEqual(4.5);
      for (const surface of [palette.subtle[tone]]) expect(ratio(fg.DEFAULT[tone], surface)).toBeGreaterThanOrEqual(4.5);
    });

    test('text is readable on the solid colour, hovered or not', () => {
      for (const solid of [palette.solid, palette.emphasized])
        expect(ratio(palette.contrast[tone], solid[tone])).toBeGreaterThanOrEqual(4.5);
    });

    test('controls stand out from the page', () => {
      for (const surface of surfaces) expect(ratio(palette.solid[tone], surface)).toBeGreaterThanOrEqual(3);
    });
  });
});
