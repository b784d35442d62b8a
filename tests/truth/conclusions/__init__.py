"""The judge of conclusions: what each claims (`en.yaml`, `zh.yaml`), and what the log must hold for it."""
