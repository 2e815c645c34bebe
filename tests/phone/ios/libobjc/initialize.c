// +initialize runs once for each class, superclasses first, before the first message to the class. It has a lock of its own.
#include "internal.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t done = PTHREAD_COND_INITIALIZER;

void ensure_initialized(Class c, id receiver) {
    (void)receiver;
    struct class_rw *state = rw_of((Class)(c->isa & ISA_MASK)); // kept with the metaclass, as on a phone
    if (c->superclass && !rw_of((Class)(c->superclass->isa & ISA_MASK))->initialized) ensure_initialized(c->superclass, 0);
    pthread_mutex_lock(&lock);
    if (state->initialized) { pthread_mutex_unlock(&lock); return; }
    if (state->initializing) {
        // The class's own +initialize may send messages to the class; other threads wait for it.
        if (state->initializer != pthread_self())
            while (!state->initialized) pthread_cond_wait(&done, &lock);
        pthread_mutex_unlock(&lock);
        return;
    }
    state->initializing = 1;
    state->initializer = pthread_self();
    pthread_mutex_unlock(&lock);
    static SEL sel;
    if (!sel) sel = sel_registerName("initialize");
    if (find_method((Class)(c->isa & ISA_MASK), sel)) SEND(void)((id)c, sel); // root classes need not have one
    pthread_mutex_lock(&lock);
    state->initialized = 1;
    state->initializing = 0;
    pthread_cond_broadcast(&done);
    pthread_mutex_unlock(&lock);
}
