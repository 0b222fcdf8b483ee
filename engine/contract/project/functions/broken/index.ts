throw new Error('this module does not load')
