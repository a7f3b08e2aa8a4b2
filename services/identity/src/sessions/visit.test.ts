import { describe, expect, it } from '@jest/globals';
import { deviceOf, shownNetwork } from './visit';

describe('what is kept of where a request comes from', () => {
  it.each([
    ['198.51.100.77', '198.51.100.0/24'],
    ['::ffff:198.51.100.77', '198.51.100.0/24'],
    ['::ffff:c633:644d', '198.51.100.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8::7', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('leaves out the machine of %s', (address, network) => {
    expect(shownNetwork(address)).toBe(network);
  });

  it.each(['198.51.100.77:4711', 'nobody', ''])('is no network where "%s" is no address', (address) => {
    expect(shownNetwork(address)).toBe('unknown');
  });

  it.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Windows'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      'Safari on iOS',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36', 'Chrome on Linux'],
    ['', 'An unknown browser'],
    [undefined, 'An unknown browser'],
  ])('names the browser of %s', (userAgent, words) => {
    expect(deviceOf(userAgent)).toBe(words);
  });

  it('reads only the beginning of what a stranger sends as a browser', () => {
    expect(deviceOf(`${'x'.repeat(400)} Firefox/145.0`)).not.toContain('Firefox');
  });
});
