/**
 * In the place of @emotion/is-prop-valid, by which Chakra keeps back what is no attribute of an element: a list of 4 KB. Types let nothing else
 * through than style props, which Chakra knows by themselves, attributes, and these.
 */
const OF_COMPONENTS = /^(?:as|asChild|theme)$/;

const isAttribute = (name: string): boolean => !OF_COMPONENTS.test(name);

// eslint-disable-next-line import-x/no-default-export -- as the package has it
export default isAttribute;
