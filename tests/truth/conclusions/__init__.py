"""The judge of conclusions: what each claims (`english`, `chinese`), and what the log must hold for it to be true."""
