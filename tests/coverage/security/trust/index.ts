import type { Chapter } from '../requirement';
import { remotes } from './1-remotes';
import { control } from './2-control';
import { data } from './3-data';
import { browsers } from './4-browsers';
import { strangers } from './5-strangers';

export const trust: readonly Chapter[] = [remotes, control, data, browsers, strangers];
