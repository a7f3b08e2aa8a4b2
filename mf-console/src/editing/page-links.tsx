import { ButtonLink, Flex } from '@site/ui';
import { useSearchParams } from '../search-params';

interface PageLinksProps {
  /** Name of the parameter that holds the place. */
  parameter: 'before' | 'after';
  /** Words of the links to the first page and to the next one. */
  labels: [string, string];
  /** Place of the next page; null on the last. */
  next: string | null;
}

/** To the first page of a list and to the next one. The place is in the address. */
export function PageLinks({ parameter, labels: [first, following], next }: PageLinksProps) {
  const [parameters] = useSearchParams();
  const to = (place: string | null) => {
    const query = new URLSearchParams(parameters);
    query.delete(parameter);
    if (place !== null) query.set(parameter, place);
    return `?${query}`;
  };
  if (!parameters.has(parameter) && next === null) return null;
  return (
    <Flex gap="3" wrap="wrap">
      {parameters.has(parameter) && (
        <ButtonLink variant="outline" to={to(null)}>
          {first}
        </ButtonLink>
      )}
      {next !== null && (
        <ButtonLink variant="outline" to={to(next)}>
          {following}
        </ButtonLink>
      )}
    </Flex>
  );
}
