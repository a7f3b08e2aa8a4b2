/** What the marketing remote contributes to the site. */
import { defineRemote, type PageRoute } from '@site/contracts/remote-config';

const archive = (path: string): PageRoute => ({ path, page: './archive/archive-page', title: 'Archive', access: 'public' });
const intro = (path: string): PageRoute => ({ path, page: './intro/intro-page', title: 'Send an intro', access: 'public' });

export default defineRemote({
  name: 'mf-marketing',
  team: 'marketing',
  routes: [
    { path: '/', page: './home/home-page', title: 'Home', access: 'public' },

    archive('/archive'),
    // Addresses of past programmes. Below the bare ones, a last segment that ends in .htm or .html is a parameter like any other.
    archive('/games/:game?/:page?'),
    archive('/games.htm'),
    archive('/games.html'),
    archive('/en/:section1?/:section2?/:section3?'),
    archive('/en.htm'),
    archive('/en.html'),
    archive('/products/:section1?/:section2?'),
    archive('/products.htm'),
    archive('/products.html'),
    archive('/tumor-analysis-software'),
    archive('/tumor-analysis-software.htm'),
    archive('/tumor-analysis-software.html'),
    archive('/data-analysis'),
    archive('/data-analysis.htm'),
    archive('/data-analysis.html'),

    { path: '/practice', page: './practice/practice-page', title: 'Practice', access: 'public' },
    { path: '/about', redirect: '/practice' },
    { path: '/ata', page: './ata/ata-page', title: 'Technology acquisitions', access: 'public' },
    { path: '/consulting', redirect: '/ata' },
    { path: '/blueprints', page: './blueprints/blueprints-page', title: 'Startup blueprints', access: 'public' },
    { path: '/workshops', redirect: '/blueprints' },
    { path: '/contact', page: './contact/contact-page', title: 'Contact', access: 'public' },

    intro('/intro/:lead?'),
    intro('/demo/:lead?'),

    { path: '/privacy', page: './legal/privacy-page', title: 'Privacy policy', access: 'public' },
    { path: '/terms', page: './legal/terms-page', title: 'Terms of use', access: 'public' },
  ],
});
