/** Refusals of forms: the body of every refusal, with `overall` and a list of messages under each field. */
import { FIELDS_NEED_CORRECTION } from '@site/contracts/api/form';
import { errorBody, toAppError } from '@site/platform/error-response';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { apiError } from './errors';

type FieldMessages = Record<string, string[]>;

/** A refusal because of what was written into fields. Keys are the names that the form shows. */
export const formError = (fields: FieldMessages, overall: string[] = [FIELDS_NEED_CORRECTION]) =>
  apiError('form-refused', { details: { overall, fields } });

/**
 * Error handler of a form's route.
 * @param names Name of the form's field for each key of the payload. Messages about other keys are told overall.
 */
export const answerAsForm =
  (names: Record<string, string>) =>
  (thrown: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const error = hasZodFastifySchemaValidationErrors(thrown) ? fieldErrors(thrown.validation, names) : toAppError(thrown);
    if (error.status >= 500) throw thrown;
    const { overall = [sentence(error.message)], fields = {} } = (error.details ?? {}) as { overall?: string[]; fields?: FieldMessages };
    const { code, error: text, requestId } = errorBody(error, request.id);
    return reply
      .code(error.status)
      .headers(error.headers)
      .send({ code, error: text, requestId, overall, ...fields });
  };

function fieldErrors(issues: { instancePath: string; message?: string | undefined }[], names: Record<string, string>) {
  const fields: FieldMessages = {};
  const others: string[] = [];
  for (const { instancePath, message = '' } of issues) {
    const name = names[instancePath.split('/')[1] ?? ''];
    const list = name === undefined ? others : (fields[name] ??= []);
    if (!list.includes(message)) list.push(message);
  }
  return formError(fields, Object.keys(fields).length > 0 ? [FIELDS_NEED_CORRECTION, ...others] : others);
}

/** Messages are joined by '. ', so they carry no full stop of their own. */
const sentence = (text: string) => text.replace(/\.$/, '');
