/** Content for a first start in development. */
import type { Database } from '@site/platform/database';
import { createMember, updateMember } from '../domain/member.repository';
import { demoKind, playbook, playerDemo, playerPlaybook, project, publicDemo } from '../domain/tables';
import { playbookValues } from '../domain/playbook-values';
import { demoKinds } from './demos';
import { playbooks } from './playbooks';
import { projects } from './projects';

export interface SeedPlayer {
  /** Subject of the account's tokens. */
  subject: string;
  email: string;
  fullName: string;
  phone: string;
}

/**
 * Writes playbooks in every state, demo kinds, public demos and projects, and gives the player, if there is one, a card with a rank, a
 * demo with endorsements and a followed playbook. Does nothing to a database that has playbooks already.
 * @returns Whether something was written.
 */
export async function seedDevelopmentData(database: Database, player?: SeedPlayer): Promise<boolean> {
  return database.transaction(async (tx) => {
    const present = await tx.select({ id: playbook.id }).from(playbook).limit(1);
    if (present.length > 0) return false;
    const ids = await tx.insert(playbook).values(playbooks.map(playbookValues)).returning({ id: playbook.id });
    const kinds = await tx
      .insert(demoKind)
      .values(demoKinds.map(({ name, description }) => ({ name, description })))
      .returning({ id: demoKind.id });
    const offers = demoKinds.flatMap(({ offered }, index) => {
      const id = kinds[index]?.id;
      return offered && id !== undefined ? [{ id, ...publicDemoValues(offered) }] : [];
    });
    await tx.insert(publicDemo).values(offers);
    await tx.insert(project).values(projects);
    const [playbookId, demoKindId] = [ids[0]?.id, kinds[0]?.id];
    if (!player || playbookId === undefined || demoKindId === undefined) return true;
    const { subject, ...account } = player;
    await createMember(tx, subject, account);
    await updateMember(tx, subject, {
      location: 'Albany, New York',
      peerGroupCode: 'SELF-4E',
      profileVisibility: 'sharable',
      notifyOptIn: true,
      tesseraRank: 2,
      goals: { 'elevate-1': true, interviews: true },
      goalsPersonal: { 'peer-feedback': true },
    });
    await tx.insert(playerDemo).values({
      subject,
      demoKindId,
      url: 'https://example.com/tenant-isolation',
      description: 'Two tenants, one table, and a query that forgets the tenant on purpose.',
      endorsements: ['Clear start', 'Honest about limits'],
    });
    await tx.insert(playerPlaybook).values({ subject, playbookId, role: 'join' });
    return true;
  });
}

const publicDemoValues = (offered: NonNullable<(typeof demoKinds)[number]['offered']>) => ({
  description2: offered.description_2,
  vertical: offered.vertical,
  status: offered.status,
  sponsored: offered.sponsored,
  isMetaDemo: offered.is_meta_demo,
});
