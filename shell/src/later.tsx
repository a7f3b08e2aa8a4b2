import { useEffect, useState, type ComponentType, type ReactNode } from 'react';

/**
 * A component that few visitors need. It comes once the page is alive, and nothing stays in its place where it does not load: the page is worth
 * more without it than no page.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): (props: Props) => ReactNode {
  return function Later(props) {
    const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null);

    useEffect(() => {
      let current = true;
      load().then(
        (loaded) => current && setLoaded(() => loaded),
        () => undefined,
      );
      return () => {
        current = false;
      };
    }, []);

    return Loaded && <Loaded {...props} />;
  };
}
