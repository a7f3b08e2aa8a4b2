/** Answered with status 503 before anything was promoted. It loads nothing and asks again by itself. */
export const NOT_YET_PAGE = [
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
  '<meta http-equiv="refresh" content="2"><title>One moment, please</title></head><body><h1>One moment, please</h1>',
  '<p>No release of this site is live yet. This page asks again every two seconds.</p></body></html>',
].join('');
