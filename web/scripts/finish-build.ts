console.log('finish-build: to follow')
