/** Signs of the providers, drawn in the colour of the button's text. */
import type { ReactNode } from 'react';
import { Icon } from '@site/ui';

function Mark({ children }: { children: ReactNode }) {
  return (
    <Icon asChild>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        {children}
      </svg>
    </Icon>
  );
}

const AccountMark = () => (
  <Mark>
    <circle cx="10" cy="6.5" r="4" fill="currentColor" />
    <path d="M2 19a8 8 0 0 1 16 0z" fill="currentColor" />
  </Mark>
);

const GoogleMark = () => (
  <Mark>
    <path d="M15.6 4.8A7.5 7.5 0 1 0 17.5 10h-7" fill="none" stroke="currentColor" strokeWidth="3" />
  </Mark>
);

const LinkedInMark = () => (
  <Mark>
    <path
      d="M3 1h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H3a2 2 0 0 1-2-2V3a2 2 0 0 1 2-2zm1 7v8h2.5V8zm1.25-4.2a1.45 1.45 0 1 0 0 2.9 1.45 1.45 0 0 0 0-2.9zM8.5 8v8H11v-4.300c0-1.200.6-1.800 1.5-1.8s1.300.7 1.300 1.800V16h2.5v-4.800c0-2.200-1.200-3.400-2.900-3.400-1.100 0-1.900.5-2.400 1.300V8z"
      fill="currentColor"
      fillRule="evenodd"
    />
  </Mark>
);

/** @param provider Null is the default provider. Providers without a sign of their own get none. */
export function ProviderMark({ provider }: { provider: string | null }) {
  if (provider === null) return <AccountMark />;
  if (provider === 'Google') return <GoogleMark />;
  return provider === 'LinkedIn' ? <LinkedInMark /> : null;
}
