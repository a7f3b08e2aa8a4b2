/** Cutting a square out of a picture, in the browser. */
import type { PhotoUpload } from '@site/contracts/api/photo';

/** Side of the square that is sent, in pixels: twice the size at which a profile shows it. */
const SIDE = 400;

export interface Crop {
  /** 1 shows as much of the picture as a square can hold. */
  zoom: number;
  /** Where the square lies in the room that is left: 0 is the left or upper edge, 1 the right or lower one. */
  x: number;
  y: number;
}

export const CENTRED: Crop = { zoom: 1, x: 0.5, y: 0.5 };

const TYPES: Record<string, PhotoUpload['img_type']> = { 'image/png': 'png', 'image/jpeg': 'jpeg' };

/** Type of a file as the upload names it; null for what is neither png nor jpeg. */
export const photoTypeOf = (file: File): PhotoUpload['img_type'] | null => TYPES[file.type] ?? null;

/** The part of a picture that a crop shows, in the picture's pixels. */
export function cropRectangle({ width, height }: { width: number; height: number }, { zoom, x, y }: Crop) {
  const side = Math.min(width, height) / zoom;
  return { left: (width - side) * x, top: (height - side) * y, side };
}

const within = (value: number) => Math.min(1, Math.max(0, value));

/**
 * The crop after the picture was dragged under its square.
 * @param moved Distance to the right and down, in sides of the square.
 */
export function dragCrop(picture: { width: number; height: number }, crop: Crop, moved: { x: number; y: number }): Crop {
  const { side } = cropRectangle(picture, crop);
  const drag = (place: number, room: number, distance: number) => (room > 0 ? within(place - (distance * side) / room) : place);
  return { ...crop, x: drag(crop.x, picture.width - side, moved.x), y: drag(crop.y, picture.height - side, moved.y) };
}

export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const { left, top, side } = cropRectangle(picture, crop);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw pictures.');
  context.imageSmoothingQuality = 'high';
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

/** The cropped picture as it is uploaded. Drawing it anew drops whatever the camera wrote into the file. */
export function photoUpload(picture: ImageBitmap, crop: Crop, img_type: PhotoUpload['img_type']): PhotoUpload {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIDE;
  drawCrop(canvas, picture, crop);
  const [, img_base64_data = ''] = canvas.toDataURL(`image/${img_type}`, 0.92).split(',');
  return { img_type, img_base64_data };
}
