/** Stands in for an imported picture in unit tests, where no bundler gives it an address. */
export default '/assets/picture';
