import { Button, Link, VisuallyHidden, type ButtonProps, type LinkProps } from '@chakra-ui/react';
import { Link as RouterLink, type To } from '@site/router';
import type { ReactNode } from 'react';

/** `to` is a page of the site; `href` is any other address: another origin, `mailto:`, `tel:`, a file. */
export type LinkTarget = ({ to: To; state?: unknown; href?: never } | { href: string; to?: never; state?: never }) & {
  /** Opens in a new tab, and says so to those who cannot see it. */
  external?: boolean | undefined;
  children: ReactNode;
};

type Styles<Props> = Omit<Props, 'asChild' | 'as' | 'children' | 'href' | 'loading' | 'disabled' | 'type' | 'form'>;

const NEW_TAB = { target: '_blank', rel: 'noopener noreferrer' };

/** The bare anchor; a styled parent gives it class and handlers through `asChild`. */
function anchor({ to, href, state, external = false, children }: LinkTarget) {
  const tab = external ? NEW_TAB : {};
  const content = (
    <>
      {children}
      {external && <VisuallyHidden> (opens in a new tab)</VisuallyHidden>}
    </>
  );
  return to === undefined ? (
    <a href={href} {...tab}>
      {content}
    </a>
  ) : (
    <RouterLink to={to} state={state} {...tab}>
      {content}
    </RouterLink>
  );
}

export type TextLinkProps = Styles<LinkProps> & LinkTarget;

/** A link in running text. */
export function TextLink({ to, href, state, external, children, ...styles }: TextLinkProps) {
  const target = { to, href, state, external, children } as LinkTarget;
  return (
    <Link {...styles} asChild>
      {anchor(target)}
    </Link>
  );
}

export type ButtonLinkProps = Styles<ButtonProps> & LinkTarget;

/** A link that looks like a button: it leads somewhere, where a button does something. */
export function ButtonLink({ to, href, state, external, children, ...styles }: ButtonLinkProps) {
  const target = { to, href, state, external, children } as LinkTarget;
  return (
    <Button {...styles} type={undefined} asChild>
      {anchor(target)}
    </Button>
  );
}
