/** What the marketing remote contributes to the site. */
import { defineRemote, type PageRoute } from '@site/contracts/remote-config';
import * as paths from '@site/contracts/paths';

const archive = (path: string): PageRoute => ({ path, page: './archive/archive-page', title: 'Archive', access: 'public' });
const intro = (path: string): PageRoute => ({ path, page: './intro/intro-page', title: 'Send an intro', access: 'public' });

export default defineRemote({
  name: 'mf-marketing',
  team: 'marketing',
  routes: [
    { path: paths.home, page: './home/home-page', title: 'Home', access: 'public' },

    archive(paths.archive),
    ...paths.pastProgrammeRoutes.map(archive),

    { path: paths.practice, page: './practice/practice-page', title: 'Practice', access: 'public' },
    { path: paths.about, redirect: paths.practice },
    { path: paths.ata, page: './ata/ata-page', title: 'Technology acquisitions', access: 'public' },
    { path: paths.consulting, redirect: paths.ata },
    { path: paths.blueprints, page: './blueprints/blueprints-page', title: 'Startup blueprints', access: 'public' },
    { path: paths.workshops, redirect: paths.blueprints },
    { path: paths.contact, page: './contact/contact-page', title: 'Contact', access: 'public' },

    intro(paths.introRoute),
    intro(paths.demoRoute),

    { path: paths.privacy, page: './legal/privacy-page', title: 'Privacy policy', access: 'public' },
    { path: paths.terms, page: './legal/terms-page', title: 'Terms of use', access: 'public' },
  ],
});
