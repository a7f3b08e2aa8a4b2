/** Profile photo: `PUT /user/profile/photo`. */
import * as z from 'zod/mini';

/** Largest picture that may be sent, in bytes before base64. */
export const PHOTO_MAX_BYTES = 5_000_000;
/** Largest picture that may be sent, in pixels. */
export const PHOTO_MAX_PIXELS = 40_000_000;

export const photoUploadSchema = z.object({
  img_type: z.enum(['png', 'jpeg'], 'Choose a png or jpeg picture'),
  /** The picture's bytes in base64, with or without a `data:` prefix. */
  img_base64_data: z.string().check(z.minLength(1), z.maxLength(7_000_000)),
});

export const photoAnswerSchema = z.object({
  profile_photo_url: z.string(),
  profile_photo_url_2x: z.string(),
  /** Present when an earlier photo was replaced: copies of it may be shown for a few minutes. */
  notices: z.optional(z.array(z.string())),
});

export type PhotoUpload = z.infer<typeof photoUploadSchema>;
export type PhotoAnswer = z.infer<typeof photoAnswerSchema>;
