"""The judge of papers: what a sentence claims (`en.yaml`, `zh.yaml`), and what the log must hold for it."""
