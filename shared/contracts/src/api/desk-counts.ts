/** How far the desk counts. A module of its own: the console shows it without loading a schema. */

/** Members of a group and followers of a playbook are counted up to here: there are as many or more then. */
export const MOST_COUNTED = 1000;
