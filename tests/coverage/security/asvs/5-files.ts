import { apiPhoto } from '../../files';
import { assets, hostilePhotos, publishing, renderer, storage } from '../files';
import { type Chapter, of } from '../requirement';

const documented = of('V5.1');
const upload = of('V5.2');
const kept = of('V5.3');
const download = of('V5.4');

export const fileHandling: Chapter = {
  title: 'V5 Files',
  requirements: [
    documented(1, 2, 'Documents state which files are taken, how large, and how they are made safe.', { read: ['docs/security.md'] }),
    upload(1, 1, 'Files are limited to a size that can be handled.', {
      tests: [
        ...apiPhoto('413: refuses bytes and pixels beyond the limits'),
        ...hostilePhotos('take a bounded amount of memory'),
        ...publishing('nothing of it is stored › a file that is too large', 'nothing of it is stored › more than the size budget'),
      ],
    }),
    upload(2, 1, 'A file is what its name says.', {
      how: 'A photo is decoded and written anew as JPEG; a file of a release has the hash of its descriptor.',
      tests: [
        ...apiPhoto('judges by content, not by name', '200 without the rest: what hides behind a picture is not kept'),
        ...hostilePhotos('are each refused in its documented way, or stored where they are pictures'),
        ...publishing('nothing of it is stored › a changed file', 'nothing of it is stored › an unlisted file'),
      ],
    }),
    upload(3, 2, 'Archives are limited in unpacked size and number of files.', {
      tests: publishing('nothing of it is stored › a decompression bomb', 'nothing of it is stored › too many files'),
    }),
    kept(1, 1, 'Uploaded files are not run by the server.', {
      how: 'Photos are pictures in the store. Bundles of releases, which are code, run in a process without files, environment and modules.',
      tests: renderer('finds no environment', 'cannot reach the network', 'of the shell cannot use the built-in module fs'),
    }),
    kept(2, 1, 'Paths of files are made here, not by users.', {
      tests: [
        ...apiPhoto(
          'makes squares of 200 and 400 pixels at addresses that cannot be guessed',
          'for names that name nothing, or something else',
        ),
        ...storage('storage on disk › refuses the key …'),
        ...publishing('nothing of it is stored › a path that climbs out', 'nothing of it is stored › an absolute path'),
      ],
    }),
    download(1, 2, 'Names that users gave to files are not used for downloads.', {
      how: 'A photo has a name that is made here, and no file is served under the name of a user.',
      tests: [...apiPhoto('for names that name nothing, or something else'), ...assets('is not at /assets/mf-a/…')],
    }),
    download(2, 2, 'Names of served files are encoded.', {
      how: 'Names of photos are random, names of files of releases have letters that need no encoding.',
      tests: publishing('nothing of it is stored › a path that climbs inside'),
    }),
    download(3, 2, 'Files from elsewhere are scanned for known malware.', {
      how: 'Nobody downloads what somebody else uploaded, but pictures that were written anew.',
      tests: apiPhoto('200 without the rest: what hides behind a picture is not kept'),
    }),
  ],
};
