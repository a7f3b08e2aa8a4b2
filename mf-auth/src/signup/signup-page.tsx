import { useEffect } from 'react';
import * as paths from '@site/contracts/paths';
import { useParams } from '@site/router';
import { Badge, PageMeta, Text, TextLink } from '@site/ui';
import { AuthFrame } from '../auth-frame';
import cardArt from './card.svg';
import { programmeName, programmeOf, rememberProgramme } from './programme-interest';
import { SignupForm } from './signup-form';

export default function SignUpPage() {
  const programme = programmeOf(useParams().target);
  useEffect(() => {
    if (programme) rememberProgramme(programme);
  }, [programme]);
  return (
    <>
      <PageMeta
        title="Sign up"
        description="Sign up for an account with your peer group access code, make your card and choose the programmes that interest you."
        keywords="sign up, Elevate, peer group, access code, account"
        canonical={paths.signUp}
      />
      <AuthFrame
        title="Sign up"
        art={cardArt}
        lead={
          <>
            {programme && (
              <Badge size="lg" colorPalette="accent" mb="4">
                {programmeName(programme)}
              </Badge>
            )}
            <Text>
              An account begins with a card. Have one already? <TextLink to={paths.signIn}>Sign in</TextLink>.
            </Text>
          </>
        }
      >
        <SignupForm />
      </AuthFrame>
    </>
  );
}
