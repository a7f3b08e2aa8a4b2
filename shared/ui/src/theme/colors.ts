/**
 * Every colour of the site. Components name roles ("fg.muted", "accent.solid"), never values. Each role has a value for ordinary sections
 * and one for sections with the contrast tone, so that whatever stands inside a dark section is readable without knowing where it stands.
 */
type Role = { readonly plain: string; readonly contrast: string };
type Palette = Record<'solid' | 'emphasized' | 'contrast' | 'fg' | 'subtle' | 'border', Role>;

const role = (plain: string, contrast: string): Role => ({ plain, contrast });

/** The page itself. */
export const surfaceRoles = {
  bg: {
    DEFAULT: role('#ffffff', '#11151f'),
    subtle: role('#f7f5f1', '#1a2030'),
    muted: role('#efece5', '#232a3c'),
    panel: role('#ffffff', '#1a2030'),
  },
  fg: {
    DEFAULT: role('#161a24', '#f6f7fb'),
    muted: role('#515866', '#b7bfd0'),
    subtle: role('#646b79', '#a0a9bd'),
  },
  border: { DEFAULT: role('#e1ddd4', '#333c52'), emphasized: role('#858a96', '#7c869c') },
  focusRing: role('#1f3fd6', '#ffffff'),
} as const;

/** What carries a meaning. `fg` is text on the page or on `subtle`; `contrast` is text on `solid` and on `emphasized`, its hovered form. */
export const palettes = {
  accent: {
    solid: role('#1f3fd6', '#b4c2ff'),
    emphasized: role('#172fa8', '#d5ddff'),
    contrast: role('#ffffff', '#11151f'),
    fg: role('#1f3fd6', '#b4c2ff'),
    subtle: role('#eceffd', '#232c4d'),
    border: role('#a9b5ef', '#5a6aa6'),
  },
  neutral: {
    solid: role('#161a24', '#f6f7fb'),
    emphasized: role('#343b4c', '#d9deea'),
    contrast: role('#ffffff', '#11151f'),
    fg: role('#161a24', '#f6f7fb'),
    subtle: role('#f1eee8', '#232a3c'),
    border: role('#b3aea3', '#4a5570'),
  },
  success: {
    solid: role('#17663f', '#86dcae'),
    emphasized: role('#104d2f', '#b3ebcd'),
    contrast: role('#ffffff', '#11151f'),
    fg: role('#17663f', '#86dcae'),
    subtle: role('#e7f4ec', '#17352a'),
    border: role('#93c6a9', '#3b7a5d'),
  },
  warning: {
    solid: role('#8a4b08', '#f3c578'),
    emphasized: role('#6b3904', '#f9dca9'),
    contrast: role('#ffffff', '#11151f'),
    fg: role('#8a4b08', '#f3c578'),
    subtle: role('#fdf2df', '#3b2e17'),
    border: role('#dcb678', '#8b6b33'),
  },
  danger: {
    solid: role('#b3261e', '#ffb0a6'),
    emphasized: role('#8c1a14', '#ffd0ca'),
    contrast: role('#ffffff', '#11151f'),
    fg: role('#b3261e', '#ffb0a6'),
    subtle: role('#fdecea', '#43201f'),
    border: role('#e3a49f', '#96504b'),
  },
  info: {
    solid: role('#0b5a7d', '#8fd3f2'),
    emphasized: role('#07445f', '#bfe5f7'),
    contrast: role('#ffffff', '#11151f'),
    fg: role('#0b5a7d', '#8fd3f2'),
    subtle: role('#e6f3f8', '#15323f'),
    border: role('#8fc1d6', '#3b7791'),
  },
} as const satisfies Record<string, Palette>;

type RoleTree = { readonly [key: string]: Role | RoleTree };
type TokenTree = { [key: string]: TokenTree | { value: { base: string; _contrast: string } } };

const isRole = (node: Role | RoleTree): node is Role => typeof node.plain === 'string';

function toTokens(roles: RoleTree): TokenTree {
  return Object.fromEntries(
    Object.entries(roles).map(([name, node]) => [
      name,
      isRole(node) ? { value: { base: node.plain, _contrast: node.contrast } } : toTokens(node),
    ]),
  );
}

export const semanticColors = toTokens({ ...surfaceRoles, ...palettes });
