// Registers the selectors of the agent's class before the agent does. On a phone, the system's libraries contain the usual selectors,
// so that the selectors of an app are never at an address inside the agent.
#import <objc/objc.h>

SEL selectors(int number) {
    switch (number) {
    case 0: return @selector(load);
    case 1: return @selector(alloc);
    case 2: return @selector(init);
    case 3: return @selector(launchgateNothing);
    case 4: return @selector(launchgateWalk:);
    default: return @selector(launchgateHandOver:);
    }
}
