import { useLocation } from '@site/router';
import { useState, useSyncExternalStore } from 'react';
import { useSite } from './site-context';

export interface PageMetaProps {
  /** Without the brand, which is appended. */
  title: string;
  description?: string | undefined;
  keywords?: string | undefined;
  /** Path of the address that search engines should keep, when it is not the current one. */
  canonical?: string | undefined;
  noindex?: boolean | undefined;
  /** Structured data (schema.org), as an object that can be written as JSON. For who reads the document: a page that is navigated to has none. */
  jsonLd?: object | undefined;
}

const withoutTrailingSlash = (path: string) => (path === '/' ? path : path.replace(/\/+$/, ''));

/** A data block ends at the first closing tag, whatever the JSON around it says. */
const asDataBlock = (data: object) => JSON.stringify(data).replaceAll('<', '\\u003c');

const neverChanges = () => () => undefined;

/** As the document has it: the policy of Trusted Types lets no text into a script that the browser makes, or into one that is there. */
function JsonLd({ data }: { data: object }) {
  const isInDocument = useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );
  const [block] = useState(() => (isInDocument ? { __html: asDataBlock(data) } : null));
  return block && <script type="application/ld+json" dangerouslySetInnerHTML={block} />;
}

/** The metadata of a page, the only place that writes any. React moves the tags into the head of the document. */
export function PageMeta({ title, description, keywords, canonical, noindex = false, jsonLd }: PageMetaProps) {
  const site = useSite();
  const { pathname } = useLocation();
  const fullTitle = `${title} | ${site.brand}`;
  const text = description ?? site.description;
  /** Of what search engines may keep. */
  const address = noindex || site.origin === undefined ? null : site.origin + withoutTrailingSlash(canonical ?? pathname);

  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={text} />
      <meta name="keywords" content={keywords ?? site.keywords} />
      {noindex && <meta name="robots" content="noindex" />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site.brand} />
      <meta property="og:title" content={fullTitle} />
      <meta property="og:description" content={text} />
      {address && <link rel="canonical" href={address} />}
      {address && <meta property="og:url" content={address} />}
      {site.origin && site.image && <meta property="og:image" content={site.origin + site.image} />}
      <meta name="twitter:card" content={site.image ? 'summary_large_image' : 'summary'} />
      {jsonLd && <JsonLd data={jsonLd} />}
    </>
  );
}
