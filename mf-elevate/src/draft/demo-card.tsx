import type { PublicDemo } from '@site/contracts/api/demos';
import * as paths from '@site/contracts/paths';
import { useNavigate } from '@site/router';
import { useMember } from '@site/session';
import { Button, Card, Flex, Text } from '@site/ui';
import { TextBadge } from '../text-badge';

export function DemoCard({ demo }: { demo: PublicDemo }) {
  const demoLikeThis = useDemoLikeThis(demo.id);
  return (
    <Card.Root asChild>
      <article aria-label={demo.name}>
        <Card.Body gap="4">
          <Flex gap="2" wrap="wrap">
            <TextBadge>{demo.vertical}</TextBadge>
            <TextBadge variant="outline">{demo.status}</TextBadge>
            {demo.sponsored && <TextBadge colorPalette="accent">Sponsored</TextBadge>}
          </Flex>
          <Card.Title asChild>
            <h3>{demo.name}</h3>
          </Card.Title>
          <Text whiteSpace="pre-line">{demo.description}</Text>
          <Text color="fg.muted" textStyle="sm" whiteSpace="pre-line">
            {demo.description_2}
          </Text>
        </Card.Body>
        <Card.Footer>
          <Button variant="outline" onClick={demoLikeThis}>
            Demo like this
          </Button>
        </Card.Footer>
      </article>
    </Card.Root>
  );
}

/** A player lands on the card, with the dialog open for this kind of demo; a visitor signs in on the way. */
function useDemoLikeThis(id: number): () => void {
  const member = useMember();
  const navigate = useNavigate();
  const dialog = paths.cardWithDemo(id);
  return () => void (member ? navigate(dialog) : navigate(paths.signIn, { state: { returnTo: dialog } }));
}
