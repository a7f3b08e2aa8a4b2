import type { ComponentProps, MouseEvent } from 'react';
import { useHref, useLinkClickHandler, useLocation, type To } from 'react-router-dom';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A page of the site. */
  to: To;
  /** Kept with the entry in the history. */
  state?: unknown;
}

/** A link to a page of the site. The library's own brings what it prefetches for its framework. */
export function Link({ to, state, target, onClick, children, ...anchor }: LinkProps) {
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { state, ...(target && { target }) });

  function press(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    if (!event.defaultPrevented) follow(event);
  }

  return (
    <a {...anchor} href={href} target={target} onClick={press}>
      {children}
    </a>
  );
}

/** A link that says when it leads to the page it is on. */
export function NavLink({ to, ...link }: LinkProps & { to: string }) {
  const { pathname } = useLocation();
  return <Link {...link} to={to} aria-current={pathname === to.split('?', 1)[0] ? 'page' : undefined} />;
}
