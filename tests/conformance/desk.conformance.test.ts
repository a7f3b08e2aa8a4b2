import { describe } from '@jest/globals';
import { describeConformance } from './conformance-suite';

describe('every operation of the desk', () => describeConformance((path) => path.startsWith('/desk/')));
