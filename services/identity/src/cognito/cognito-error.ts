/** A refusal in the words of Amazon Cognito: clients decide by the name. */
export class CognitoError extends Error {
  constructor(
    override readonly name: string,
    message: string,
    readonly status = 400,
  ) {
    super(message);
  }
}

export const notAuthorized = (message: string) => new CognitoError('NotAuthorizedException', message);
export const invalidParameter = (message: string) => new CognitoError('InvalidParameterException', message);
export const resourceNotFound = (message: string) => new CognitoError('ResourceNotFoundException', message);
