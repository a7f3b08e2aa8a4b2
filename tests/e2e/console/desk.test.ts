/** Each state of the desk. */
import { DESK } from '../scenes/scenes';
import { lookAt } from './look';

lookAt(DESK);
