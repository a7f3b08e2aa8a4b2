/** Each state of the release half of the console. */
import { RELEASES } from '../scenes/scenes';
import { lookAt } from './look';

lookAt(RELEASES);
