export default function MobileDrawer(_: { open: boolean; onClose: () => void }): null { return null; }
