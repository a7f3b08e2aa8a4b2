import { useState } from 'react';
import { endorsementsSchema, type DeskDemo, type MemberDetails } from '@site/contracts/api/desk-members';
import { Box, Button, Flex, Heading, Stack, Text, TextLink } from '@site/ui';
import { deskApi } from '../desk/desk.api';
import { TextBadge } from '../display/text-badge';
import { ItemDialog } from '../editing/item-dialog';

/** What the member made, to be looked at and endorsed. */
export function DemosSection({ member: { demos, full_name: name } }: { member: MemberDetails }) {
  const [endorsing, endorse] = useState<number | null>(null);
  const { data: kinds = [] } = deskApi.useDeskDemoKindsQuery(undefined);
  const chosen = demos.find(({ id }) => id === endorsing);
  const kindOf = ({ demo_kind_id }: DeskDemo) => kinds.find(({ id }) => id === demo_kind_id)?.name ?? 'Demo';
  return (
    <Box as="section" aria-labelledby="demos">
      <Heading as="h2" id="demos" size="xl" mb="2">
        Demos
      </Heading>
      {demos.length === 0 && <Text color="fg.muted">{`${name} has added none.`}</Text>}
      <Stack as="ul" role="list" listStyleType="none" ps="0" gap="3">
        {demos.map((demo) => (
          <Flex
            as="li"
            key={demo.id}
            borderWidth="1px"
            borderRadius="l2"
            p="4"
            gap="4"
            wrap="wrap"
            justify="space-between"
            align="flex-start"
          >
            <Stack gap="2" minW="0" flex="1 1 20rem">
              <Text fontWeight="semibold">{kindOf(demo)}</Text>
              <TextLink href={demo.url} external overflowWrap="anywhere">
                {demo.url}
              </TextLink>
              <Text whiteSpace="pre-line">{demo.description}</Text>
              {demo.endorsements.length > 0 && (
                <Flex gap="2" wrap="wrap" aria-label="Endorsements" role="group">
                  {demo.endorsements.map((endorsement) => (
                    <TextBadge key={endorsement} colorPalette="success">
                      {endorsement}
                    </TextBadge>
                  ))}
                </Flex>
              )}
            </Stack>
            <Button size="sm" variant="outline" aria-label={`Endorse ${kindOf(demo)}, ${demo.url}`} onClick={() => endorse(demo.id)}>
              Endorse
            </Button>
          </Flex>
        ))}
      </Stack>
      {chosen && <EndorseDialog demo={chosen} title={`Endorse ${kindOf(chosen)} of ${name}`} onClose={() => endorse(null)} />}
    </Box>
  );
}

function EndorseDialog({ demo: { id, version, endorsements }, title, onClose }: { demo: DeskDemo; title: string; onClose: () => void }) {
  const [save] = deskApi.useDeskEndorseMutation();
  return (
    <ItemDialog
      title={title}
      doIt="Save the endorsements"
      done="The endorsements are saved. The member sees them on the card."
      fields={[
        {
          name: 'endorsements',
          label: 'Endorsements',
          kind: 'paragraphs',
          optional: true,
          help: 'One in a line, such as: Clear. The member sees them.',
        },
      ]}
      schema={endorsementsSchema}
      item={{ version, values: { endorsements: endorsements.join('\n') } }}
      inputOf={(values) => ({ endorsements: linesOf(String(values.endorsements)) })}
      save={(input, seen) => save({ id, version: seen, input })}
      onClose={onClose}
    />
  );
}

/** Each line once, and none that is empty. */
function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return [...new Set(lines)].filter((line) => line !== '');
}
