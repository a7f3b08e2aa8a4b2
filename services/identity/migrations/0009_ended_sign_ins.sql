-- A sign-in that has ended, and of which the provider has not been told yet.
alter table identity.sign_in drop constraint sign_in_step_check;
alter table identity.sign_in add constraint sign_in_step_check
  check (step in ('new-password', 'second-factor', 'enrolment', 'reset', 'finish', 'ended'));
