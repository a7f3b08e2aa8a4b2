import { describe, expect, it } from '@jest/globals';
import { apiAddress } from './api-address';

describe('an address that the backend gives', () => {
  it.each([
    ['/api', '/api/photos/a.jpg', 'http://localhost/api/photos/a.jpg'],
    ['https://api.example.com/api', '/api/photos/a.jpg', 'https://api.example.com/api/photos/a.jpg'],
    ['https://api.example.com/api', 'https://photos.example.com/a.jpg', 'https://photos.example.com/a.jpg'],
    ['//api.example.com/api', '/api/photos/a.jpg', 'http://api.example.com/api/photos/a.jpg'],
    ['/api', 'https://[', 'https://['],
  ])('is one of the backend at %s: %s', (baseUrl, address, expected) => {
    expect(apiAddress(address, { baseUrl })).toBe(expected);
  });
});
