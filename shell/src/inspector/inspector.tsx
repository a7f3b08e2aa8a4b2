/** Says of each part of a page where it comes from, why this visitor gets it, and what it weighs. */
import { useLocation } from '@site/router';
import { Button, Heading, List, Notice, Stack, Text, VisuallyHidden } from '@site/ui';
import { Drawer } from '@site/ui/dialog';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import type { PreviewProps } from '../preview/preview-outlet';
import { inspectedParts, type PartFacts } from './part-facts';
import { PartCard } from './part-card';
import { PartOutline } from './part-outline';
import { useInspection } from './use-inspection';
import { whyInWords } from './why-in-words';

export interface InspectorProps extends PreviewProps {
  open: boolean;
  onClose: () => void;
}

export function Inspector({ composition, map, knowledge, open, onClose }: InspectorProps): ReactNode {
  const [outlined, setOutlined] = useState<string | null>(null);

  const endOutline = useCallback(() => setOutlined(null), []);
  const showOnPage = (name: string): void => {
    onClose();
    setOutlined(name);
  };
  const isOutlining = outlined !== null && !open;
  return (
    <>
      <VisuallyHidden role="status">{isOutlining && <AfterDrawer>{`${outlined} is outlined on the page`}</AfterDrawer>}</VisuallyHidden>
      <Drawer open={open} onClose={onClose} title="Inspector">
        <Parts composition={composition} map={map} knowledge={knowledge} onShow={showOnPage} />
      </Drawer>
      {isOutlining && <PartOutline name={outlined} isShell={outlined === knowledge.shellName} onEnd={endOutline} />}
    </>
  );
}

/** Longer than screen readers need to see that the page is no longer inert. */
const PAGE_IS_BACK_MS = 100;

/** The page is inert until the drawer is gone: what a status in it says in that moment is not told. */
function AfterDrawer({ children }: { children: string }): ReactNode {
  const [isDue, setIsDue] = useState(false);

  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), PAGE_IS_BACK_MS);
    return () => clearTimeout(timer);
  }, []);
  return isDue && children;
}

/** Mounted with each opening, so that it asks each time. */
function Parts({ composition, map, knowledge, onShow }: PreviewProps & { onShow: (name: string) => void }): ReactNode {
  const { pathname } = useLocation();
  const { inspection, failed, ask } = useInspection();
  const parts = inspectedParts({ composition, map, knowledge }, inspection);
  const shown = [knowledge.shellName, map.pageAt(pathname)?.remote];
  const [onPage, elsewhere] = [parts.filter(({ name }) => shown.includes(name)), parts.filter(({ name }) => !shown.includes(name))];
  return (
    <Stack gap="6">
      <Text color="fg.muted">
        Revision {composition.revision} of {composition.environment}
      </Text>
      {failed && (
        <Notice status="warning" role="status" title="The edge did not answer">
          <Text>Release, commit and reason of each part are not known without it.</Text>
          <Button size="sm" variant="outline" colorPalette="neutral" mt="3" onClick={ask}>
            Retry
          </Button>
        </Notice>
      )}
      {parts.some(({ isOutdated }) => isOutdated) && (
        <Notice role="status" title="Something newer is shown by now">
          Load the page again to see it.
        </Notice>
      )}
      <Stack gap="4">
        <Heading as="h3" size="md">
          On this page
        </Heading>
        {onPage.map((part) => (
          <PartCard
            key={part.name}
            part={part}
            entry={knowledge.registeredEntry(part.name)}
            isAsking={!inspection && !failed}
            onShow={() => onShow(part.name)}
          />
        ))}
      </Stack>
      {elsewhere.length > 0 && (
        <Stack gap="2">
          <Heading as="h3" size="md">
            Elsewhere on the site
          </Heading>
          <List.Root variant="plain">
            {elsewhere.map((part) => (
              <List.Item key={part.name}>
                <OtherPart part={part} />
              </List.Item>
            ))}
          </List.Root>
        </Stack>
      )}
    </Stack>
  );
}

function OtherPart({ part: { name, version, why } }: { part: PartFacts }): ReactNode {
  return (
    <Text textStyle="sm" overflowWrap="anywhere">
      <Text as="strong" fontWeight="semibold">
        {name} {version}
      </Text>
      {why && <> {whyInWords(why)}</>}
    </Text>
  );
}
