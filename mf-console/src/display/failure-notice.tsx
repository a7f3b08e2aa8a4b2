import { Box, Notice } from '@site/ui';
import { factsOf, messageOf, titleOf, type Failure } from '../registry/failure';
import { exactTime } from './moment';

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** A refusal where the person looks, with the facts that name the offender. */
export function FailureNotice({ failure, title = titleOf(failure) }: { failure: Failure; title?: string }) {
  const facts = factsOf(failure);
  return (
    <Notice status="danger" role="alert" title={title}>
      {messageOf(failure)}
      {facts.length > 0 && (
        <Box as="dl" mt="2" display="grid" gridTemplateColumns="auto minmax(0, 1fr)" columnGap="3" rowGap="1" overflowWrap="anywhere">
          {facts.map(({ name, value }) => (
            <Box key={name} display="contents">
              <Box as="dt" color="fg.muted">
                {name}
              </Box>
              <Box as="dd">{TIME.test(value) ? exactTime(value) : value}</Box>
            </Box>
          ))}
        </Box>
      )}
    </Notice>
  );
}
