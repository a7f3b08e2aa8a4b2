/**
 * In the place of @pandacss/is-valid-prop, by which Chakra knows style props: what that package says in a list of 8 KB. Names of CSS properties
 * come in families, of which the few that attributes of HTML and SVG share are told apart. Of names that are neither, some are taken too.
 */
const FAMILIES =
  'alignment align anchor animation aspect backdrop backface background baseline block border box break caption caret column contain container corner counter dominant empty field fill flex flood font forced grid hyphenate image ime initial inline inset interpolate justify letter lighting line masonry math mix object offset outline overflow overscroll padding page paint perspective place pointer position print ruby scroll scrollbar stop stroke timeline touch transform transition user vector vertical white will word writing';
const ALONE =
  'all appearance bottom clear clip color columns content cursor cx cy d direction display filter float gap height hyphens isolation left margin marker mask opacity order orphans overlay quotes r resize right rotate rx ry scale top translate visibility widows width x y zoom';
/** Families that have attributes too, with the next words of what is a property. */
const SHARED =
  'accentColor clip(?:Path(?!U)|Rule) color(?!P)[A-Z] contentV glyphOrientationV hangingPunctuation listStyle margin(?:B|Inline|Left|Right|T) marker(?:End|Mid|Start) mask(?!ContentU|Units)[A-Z] (?:max|min)(?:Block|Height|Inline|Lines|Width) rowGap shape(?:I|M|O|R) tabSize tableLayout text(?!Length)[A-Z] unicodeBidi viewT[ir] zIndex';

const anyOf = (names: string): string => `(?:${names.replaceAll(' ', '|')})`;
const PROPERTY = new RegExp(`^(?:--|Webkit|${anyOf(FAMILIES)}(?![a-z])|${anyOf(ALONE)}$|${anyOf(SHARED)})|[&@]`);

const known: Record<string, boolean> = {};

export const isCssProperty = (name: string): boolean => (known[name] ??= PROPERTY.test(name));
