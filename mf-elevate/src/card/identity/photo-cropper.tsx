import { useEffect, useRef, type Dispatch, type PointerEvent, type SetStateAction } from 'react';
import { chakra, Flex, Stack, Text } from '@site/ui';
import { dragCrop, drawCrop, type Crop } from './photo-crop';

const PREVIEW = 280;

const SLIDERS = [
  { part: 'zoom', label: 'Zoom', min: 1, max: 4 },
  { part: 'x', label: 'Left to right', min: 0, max: 1 },
  { part: 'y', label: 'Top to bottom', min: 0, max: 1 },
] as const;

interface CropperProps {
  picture: ImageBitmap;
  crop: Crop;
  onCrop: Dispatch<SetStateAction<Crop>>;
}

/** What the photo will show. The picture is dragged under its square, or moved with sliders. */
export function Cropper({ picture, crop, onCrop }: CropperProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop);
  }, [picture, crop]);
  const dragging = useDragging((moved) => onCrop((last) => dragCrop(picture, last, moved)));
  return (
    <Flex gap="6" wrap="wrap">
      <chakra.canvas
        ref={canvas}
        width={PREVIEW}
        height={PREVIEW}
        role="img"
        aria-label="Preview of your photo"
        borderRadius="l3"
        bg="bg.muted"
        maxW="full"
        cursor="grab"
        touchAction="none"
        _active={{ cursor: 'grabbing' }}
        {...dragging}
      />
      <Stack gap="4" flex="1" minW="40">
        {SLIDERS.map(({ part, label, min, max }) => (
          <chakra.label key={part} display="block">
            <Text textStyle="label">{label}</Text>
            <chakra.input
              type="range"
              w="full"
              h="8"
              accentColor="accent.solid"
              min={min}
              max={max}
              step={0.01}
              value={crop[part]}
              onChange={({ target }) => onCrop({ ...crop, [part]: Number(target.value) })}
            />
          </chakra.label>
        ))}
      </Stack>
    </Flex>
  );
}

/** Listeners of a square that is dragged. Distances are in sides of the square. */
function useDragging(onDrag: (moved: { x: number; y: number }) => void) {
  const grip = useRef<{ x: number; y: number } | null>(null);
  return {
    onPointerDown({ currentTarget, pointerId, isPrimary, button, clientX, clientY }: PointerEvent) {
      if (!isPrimary || button !== 0) return;
      currentTarget.setPointerCapture(pointerId);
      grip.current = { x: clientX, y: clientY };
    },
    onPointerMove({ currentTarget, isPrimary, clientX, clientY }: PointerEvent) {
      if (!grip.current || !isPrimary) return;
      const side = currentTarget.getBoundingClientRect().width;
      onDrag({ x: (clientX - grip.current.x) / side, y: (clientY - grip.current.y) / side });
      grip.current = { x: clientX, y: clientY };
    },
    onLostPointerCapture: () => void (grip.current = null),
  };
}
