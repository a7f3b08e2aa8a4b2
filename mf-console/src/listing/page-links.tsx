import { ButtonLink, Flex } from '@site/ui';
import { useSearchParams } from '../search-params';

/** Words of the links to the first page and to the next one, by the parameter that holds the place. */
const LABELS = { before: ['Newest', 'Older'], after: ['First page', 'Next page'] } as const;

export type PlaceParameter = keyof typeof LABELS;
export const PLACE_PARAMETERS = Object.keys(LABELS) as PlaceParameter[];

interface PageLinksProps {
  parameter: PlaceParameter;
  /** Place of the next page; null on the last. */
  next: string | null;
  onFollow: () => void;
}

/** To the first page of a list and to the next one. The place is in the address. */
export function PageLinks({ parameter, next, onFollow }: PageLinksProps) {
  const [parameters] = useSearchParams();
  const [first, following] = LABELS[parameter];
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
        <ButtonLink variant="outline" to={to(null)} onClick={onFollow}>
          {first}
        </ButtonLink>
      )}
      {next !== null && (
        <ButtonLink variant="outline" to={to(next)} onClick={onFollow}>
          {following}
        </ButtonLink>
      )}
    </Flex>
  );
}
