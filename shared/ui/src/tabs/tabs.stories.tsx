import { useState } from 'react';
import type { Story, StoryMeta } from '../story';
import { Tabs } from './index';

const meta: StoryMeta = { title: 'Tabs' };
export default meta;

const tabs = [
  { value: 'overview', label: 'Overview', content: 'Playbooks are archetypes for incentives, culture, projects and roles.' },
  { value: 'players', label: 'Players', content: 'Players are engineers.' },
  { value: 'sponsors', label: 'Sponsors', content: 'Sponsors are founders, enterprise executives and venture firms.' },
] as const;

function Controlled() {
  const [value, setValue] = useState<(typeof tabs)[number]['value']>('overview');
  return <Tabs label="Audiences" tabs={tabs} value={value} onChange={setValue} />;
}

export const Three: Story = { render: () => <Controlled /> };
